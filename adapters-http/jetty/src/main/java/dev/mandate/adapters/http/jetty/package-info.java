/**
 * Binds the service to Jetty: HTTP/1 and HTTP/2, within limits.
 *
 * <p>Jetty's warnings quote malformed requests, which may contain part of an API key. A host that logs must set the logger
 * {@code org.eclipse.jetty} to errors. It should set {@code org.eclipse.jetty.server.AbstractConnector} to warnings, which
 * report when no connection can be accepted.
 */
@NullMarked
package dev.mandate.adapters.http.jetty;

import org.jspecify.annotations.NullMarked;
