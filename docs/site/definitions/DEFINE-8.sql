USE Sales;
CREATE ROUTE Parts WITH SERVICE_NAME = 'OrderParts', LIFETIME = 0, ADDRESS = 'TCP://parts.example:4022';
