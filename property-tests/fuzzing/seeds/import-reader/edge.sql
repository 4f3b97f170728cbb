-- The forwarder between the offices.
CREATE ENDPOINT BrokerEndpoint STATE = STARTED
    AS TCP (LISTENER_PORT = 4022)
    FOR SERVICE_BROKER (AUTHENTICATION = WINDOWS);
GO
USE msdb;
GO
CREATE ROUTE ToParts WITH SERVICE_NAME = 'OrderParts', ADDRESS = 'TCP://parts.example:4022';
CREATE ROUTE BackToSales WITH SERVICE_NAME = 'OrderEntry', ADDRESS = 'TCP://sales.example:4022';
GO
