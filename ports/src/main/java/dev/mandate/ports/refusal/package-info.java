/**
 * Every refusal as a code, an HTTP status and a sentence in plain English, for hosts that show them to their own users as well as for the
 * HTTP server.
 */
@NullMarked
package dev.mandate.ports.refusal;

import org.jspecify.annotations.NullMarked;
