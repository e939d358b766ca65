/** Planted faults: of the network between a client and a node, and of the node. */
@NullMarked
package dev.mandate.testkit.node.faults;

import org.jspecify.annotations.NullMarked;
