USE Sales;
CREATE ROUTE Parts WITH SERVICE_NAME = '', ADDRESS = 'TCP://parts.example:4022';
