package dev.mandate.adapters.http.exchange;

/** The methods of endpoints. */
public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
}
