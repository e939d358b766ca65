/**
 * The interface {@code Custody} with its requests, results and refusals. Requests and refusals are data. A build returns unsigned
 * transactions and changes nothing on the chain.
 */
@NullMarked
package dev.mandate.ports.api.custody;

import org.jspecify.annotations.NullMarked;
