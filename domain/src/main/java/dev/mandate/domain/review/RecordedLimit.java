package dev.mandate.domain.review;

import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.spending.LimitTerms;

/**
 * A limit that a transaction makes or uses, at an address for which the engine has a record.
 *
 * @param chains the terms that the transaction gives it, or that it has on the chain if it is used
 */
public record RecordedLimit(EngineLimit recorded, LimitTerms chains) {}
