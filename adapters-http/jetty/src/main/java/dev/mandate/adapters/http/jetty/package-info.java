/**
 * The binding to Jetty: carries the service over HTTP/1 and HTTP/2, within limits.
 *
 * <p>Jetty warns of malformed requests and quotes them, which may show part of an API key. A host that logs sets the logger
 * {@code org.eclipse.jetty} to errors, and {@code org.eclipse.jetty.server.AbstractConnector} to warnings: it tells when no connection
 * can be accepted.
 */
@NullMarked
package dev.mandate.adapters.http.jetty;

import org.jspecify.annotations.NullMarked;
