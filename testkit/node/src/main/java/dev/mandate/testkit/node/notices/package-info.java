/** The WebSocket of a node. */
@NullMarked
package dev.mandate.testkit.node.notices;

import org.jspecify.annotations.NullMarked;
