package dev.mandate.adapters.http.exchange;

/** The methods that endpoints answer to. */
public enum Method {
    GET,
    POST,
    PATCH,
    DELETE
}
