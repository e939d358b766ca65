package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.custody.FeeQuote;

/**
 * The transaction of a use.
 *
 * @param transaction with empty signature slots
 * @param fee as quoted; of a use without an intent what the network takes, without rents
 * @param until when its reservation lapses if it is not submitted
 */
public record LimitUse(Address limit, Bytes transaction, FeeQuote fee, UnixTime until) {}
