/** A node's JSON-RPC interface over a chain of a test, with the faults of a bad network. */
@NullMarked
package dev.mandate.testsupport.rpc;

import org.jspecify.annotations.NullMarked;
