package dev.mandate.engine.tenant;

import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.keys.OperatorKey;

/**
 * The driven ports of one network.
 *
 * @param operator pays for accounts that are created there
 */
record NetworkPorts(Chain chain, OperatorKey operator) {}
