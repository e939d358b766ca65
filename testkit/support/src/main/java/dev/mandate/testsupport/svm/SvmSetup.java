package dev.mandate.testsupport.svm;

import dev.mandate.domain.kernel.UnixTime;

/**
 * The options of a rig.
 *
 * @param programs the programs in addition to those of the runtime and the SPL token programs
 * @param signatures whether signatures are checked
 * @param start the chain's initial time
 */
public record SvmSetup(Programs programs, Signatures signatures, UnixTime start) {

    /** Programs that the runtime does not include. */
    public enum Programs {
        /** None. */
        BUILT_IN,
        /** Squads v4, the deployed mainnet binary, from the file that the environment variable {@code SQUADS_V4_SO} names. */
        SQUADS_V4
    }

    /** How the rig treats signatures. */
    public enum Signatures {
        CHECKED,
        /** Any signature passes. This is three times as fast; for tests that do not concern signatures. */
        TRUSTED
    }

    private static final UnixTime OCTOBER_2025 = new UnixTime(1_760_000_000);

    /** Returns a setup without additional programs; signatures are checked. */
    public static SvmSetup builtIn() {
        return new SvmSetup(Programs.BUILT_IN, Signatures.CHECKED, OCTOBER_2025);
    }

    /** Returns a setup with Squads v4; signatures are checked. */
    public static SvmSetup squadsV4() {
        return new SvmSetup(Programs.SQUADS_V4, Signatures.CHECKED, OCTOBER_2025);
    }

    /** Returns this setup, but any signature passes. */
    public SvmSetup trustingSignatures() {
        return new SvmSetup(programs, Signatures.TRUSTED, start);
    }
}
