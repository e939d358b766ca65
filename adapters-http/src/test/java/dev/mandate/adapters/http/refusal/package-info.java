/** Every refusal, and how a client is told of it. */
@NullMarked
package dev.mandate.adapters.http.refusal;

import org.jspecify.annotations.NullMarked;
