/** A node's JSON-RPC interface over a test's chain, with the faults of an unreliable network. */
@NullMarked
package dev.mandate.testsupport.rpc;

import org.jspecify.annotations.NullMarked;
