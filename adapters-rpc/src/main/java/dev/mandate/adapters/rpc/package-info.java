/** The {@code Chain} port over the JSON-RPC interface of Solana nodes: strict reading, failover, retries of reads alone. */
@NullMarked
package dev.mandate.adapters.rpc;

import org.jspecify.annotations.NullMarked;
