/** The binding to Jetty: carries the service over HTTP/1 and HTTP/2, within limits. */
@NullMarked
package dev.mandate.adapters.http.jetty;

import org.jspecify.annotations.NullMarked;
