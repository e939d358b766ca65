/** The JSON-RPC methods of a node: their parameters, answers and errors follow Agave's. */
@NullMarked
package dev.mandate.testkit.node.methods;

import org.jspecify.annotations.NullMarked;
