package dev.mandate.ports.spi.keys;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.OneTimeCode;

/**
 * The one-time code of each challenge, by a keyed hash of its id. So no code is stored, and who can read or write only the store can neither find
 * nor set one. The key stays with the implementation.
 */
@FunctionalInterface
public interface OneTimeCodes {

    /** The code of this challenge; the same every time. */
    OneTimeCode of(ChallengeId challenge);
}
