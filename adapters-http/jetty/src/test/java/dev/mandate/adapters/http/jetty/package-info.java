/** Tests of the binding to the server. */
@NullMarked
package dev.mandate.adapters.http.jetty;

import org.jspecify.annotations.NullMarked;
