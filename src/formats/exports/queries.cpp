#include "formats/exports/queries.hpp"

namespace ssbroute::formats {

// The output is one document in JSON, which keeps apart NULL, empty texts, spaces and line breaks. Names are
// collated explicitly, because a UNION over databases with different collations is an error otherwise. The
// left joins give a row for a database without routes, so that it is not taken for one that was not asked.
// The member `sys` tells the document from an instance, which has `databases` too.
std::string_view catalogue_queries() {
    return R"sql(-- Collects what ssbroute needs to know of an instance of SQL Server, 2016 or later.
-- It reads catalogue views and changes nothing. Run it as a sysadmin: what a login may not see is missing
-- without a word.
--
--   sqlcmd -S SERVER -E -y 0 -w 65535 -u -i queries.sql -o export.json
--   ssbroute import export.json
--
-- In SSMS, let the results go to the grid, open the one cell that is returned, and save it. On older servers
-- save the five views one by one, as CSV or as text, with a column database_name.
SET NOCOUNT ON;

DECLARE @routes nvarchar(max) = N'', @services nvarchar(max) = N'', @queue nvarchar(max) = N'';
DECLARE @routes_of_one nvarchar(max) = N'
    UNION ALL
    SELECT DB_NAME({id}) COLLATE Latin1_General_BIN2 AS database_name,
           r.name COLLATE Latin1_General_BIN2 AS name,
           r.remote_service_name COLLATE Latin1_General_BIN2 AS remote_service_name,
           r.broker_instance COLLATE Latin1_General_BIN2 AS broker_instance,
           r.lifetime AS lifetime,
           r.address COLLATE Latin1_General_BIN2 AS address,
           r.mirror_address COLLATE Latin1_General_BIN2 AS mirror_address
    FROM (SELECT 1 AS one) AS one_row LEFT JOIN {database}.sys.routes AS r ON 1 = 1';
DECLARE @services_of_one nvarchar(max) = N'
    UNION ALL
    SELECT DB_NAME({id}) COLLATE Latin1_General_BIN2 AS database_name,
           s.name COLLATE Latin1_General_BIN2 AS name
    FROM (SELECT 1 AS one) AS one_row LEFT JOIN {database}.sys.services AS s ON 1 = 1';
-- Messages that go the same way are one row.
DECLARE @queue_of_one nvarchar(max) = N'
    UNION ALL
    SELECT DB_NAME({id}) COLLATE Latin1_General_BIN2 AS database_name,
           q.to_service_name COLLATE Latin1_General_BIN2 AS to_service_name,
           q.to_broker_instance COLLATE Latin1_General_BIN2 AS to_broker_instance,
           q.from_service_name COLLATE Latin1_General_BIN2 AS from_service_name,
           e.is_initiator AS is_initiator,
           q.transmission_status COLLATE Latin1_General_BIN2 AS transmission_status,
           MIN(q.enqueue_time) AS enqueue_time
    FROM {database}.sys.transmission_queue AS q
    LEFT JOIN {database}.sys.conversation_endpoints AS e ON e.conversation_handle = q.conversation_handle
    GROUP BY q.to_service_name, q.to_broker_instance, q.from_service_name, e.is_initiator,
             q.transmission_status';

DECLARE @id nvarchar(11), @database nvarchar(258);
DECLARE each_database CURSOR LOCAL FAST_FORWARD FOR
    SELECT CONVERT(nvarchar(11), database_id), QUOTENAME(name)
    FROM sys.databases
    WHERE state = 0 AND HAS_DBACCESS(name) = 1
    ORDER BY database_id;
OPEN each_database;
FETCH NEXT FROM each_database INTO @id, @database;
WHILE @@FETCH_STATUS = 0
BEGIN
    -- The name comes last: whatever is in it, nothing is replaced any more.
    SET @routes = @routes + REPLACE(REPLACE(@routes_of_one, N'{id}', @id), N'{database}', @database);
    SET @services = @services + REPLACE(REPLACE(@services_of_one, N'{id}', @id), N'{database}', @database);
    SET @queue = @queue + REPLACE(REPLACE(@queue_of_one, N'{id}', @id), N'{database}', @database);
    FETCH NEXT FROM each_database INTO @id, @database;
END;
CLOSE each_database;
DEALLOCATE each_database;

-- Without the first UNION ALL.
SET @routes = STUFF(@routes, 1, CHARINDEX(N'SELECT', @routes) - 1, N'');
SET @services = STUFF(@services, 1, CHARINDEX(N'SELECT', @services) - 1, N'');
SET @queue = STUFF(@queue, 1, CHARINDEX(N'SELECT', @queue) - 1, N'');

DECLARE @all nvarchar(max) = N'
SELECT
    (SELECT name, service_broker_guid, is_broker_enabled
     FROM sys.databases
     WHERE state = 0 AND HAS_DBACCESS(name) = 1
     FOR JSON PATH) AS [sys.databases],
    (SELECT b.is_message_forwarding_enabled, t.port,
            CONVERT(nvarchar(128), SERVERPROPERTY(''MachineName'')) AS machine_name
     FROM sys.service_broker_endpoints AS b
     LEFT JOIN sys.tcp_endpoints AS t ON t.endpoint_id = b.endpoint_id
     FOR JSON PATH) AS [sys.service_broker_endpoints],
    (SELECT * FROM (' + @routes + N') AS collected FOR JSON PATH) AS [sys.routes],
    (SELECT * FROM (' + @services + N') AS collected FOR JSON PATH) AS [sys.services],
    (SELECT * FROM (' + @queue + N') AS collected FOR JSON PATH) AS [sys.transmission_queue]
FOR JSON PATH, WITHOUT_ARRAY_WRAPPER;';
EXEC sys.sp_executesql @all;
)sql";
}

}  // namespace ssbroute::formats
