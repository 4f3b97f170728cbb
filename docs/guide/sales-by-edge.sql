CREATE ENDPOINT BrokerEndpoint STATE = STARTED
    AS TCP (LISTENER_PORT = 4022)
    FOR SERVICE_BROKER (AUTHENTICATION = WINDOWS);
GO
USE master;
GO
CREATE DATABASE Sales;
GO
USE Sales;
GO
CREATE SERVICE [OrderEntry] ON QUEUE dbo.OrderEntryQueue ([//example/Orders]);
-- the way to the parts warehouse
CREATE ROUTE OrderPartsRoute
    WITH SERVICE_NAME = 'OrderParts',
         ADDRESS = 'TCP://edge.example:4022';
GO
DECLARE @h uniqueidentifier;
BEGIN DIALOG CONVERSATION @h
    FROM SERVICE [OrderEntry] TO SERVICE 'OrderParts' ON CONTRACT [//example/Orders];
GO
