/**
 * The HTTP service. {@code exchange} holds requests and responses as values, {@code api} the endpoints as data, {@code service}
 * the steps around every endpoint. The module {@code jetty} binds it to the server Jetty.
 */
@NullMarked
package dev.mandate.adapters.http;

import org.jspecify.annotations.NullMarked;
