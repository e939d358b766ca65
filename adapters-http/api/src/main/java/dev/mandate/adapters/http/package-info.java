/**
 * The HTTP service. {@code exchange} has requests and replies as values; {@code api} the endpoints, as data; {@code service} what happens
 * to every request around its endpoint; {@code jetty} the binding to the server Jetty.
 */
@NullMarked
package dev.mandate.adapters.http;

import org.jspecify.annotations.NullMarked;
