package dev.mandate.engine.tenant;

import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.keys.OperatorKey;

/**
 * The way to one network.
 *
 * @param operator pays for accounts that are made there
 */
record NetworkPorts(Chain chain, OperatorKey operator) {}
