package dev.mandate.adapters.http.exchange;

/**
 * A request as it arrived.
 *
 * @param method as it was spelled; perhaps none that any endpoint answers to
 * @param path as it was spelled, without query: percent signs still stand for what they encode
 * @param query behind the question mark, without it; empty if there is none
 * @param client the address of whoever is connected, or whom a trusted proxy names
 */
public record Request(String method, String path, String query, Headers headers, Body body, String client) {}
