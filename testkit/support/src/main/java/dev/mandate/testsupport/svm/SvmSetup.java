package dev.mandate.testsupport.svm;

import dev.mandate.domain.kernel.UnixTime;

/**
 * What a rig is started with.
 *
 * @param programs which programs exist beside those of the runtime and the SPL token programs
 * @param signatures whether signatures are checked
 * @param start the chain's clock in the beginning
 */
public record SvmSetup(Programs programs, Signatures signatures, UnixTime start) {

    /** Programs that the runtime does not bring along. */
    public enum Programs {
        /** None. */
        BUILT_IN,
        /** Squads v4, the deployed mainnet binary, from the file that the environment variable {@code SQUADS_V4_SO} names. */
        SQUADS_V4
    }

    /** What the rig makes of signatures. */
    public enum Signatures {
        CHECKED,
        /** Any signature passes: three times as fast, for tests whose subject is something else. */
        TRUSTED
    }

    private static final UnixTime OCTOBER_2025 = new UnixTime(1_760_000_000);

    /** Without further programs, signatures checked. */
    public static SvmSetup builtIn() {
        return new SvmSetup(Programs.BUILT_IN, Signatures.CHECKED, OCTOBER_2025);
    }

    /** With Squads v4, signatures checked. */
    public static SvmSetup squadsV4() {
        return new SvmSetup(Programs.SQUADS_V4, Signatures.CHECKED, OCTOBER_2025);
    }

    /** The same, but any signature passes. */
    public SvmSetup trustingSignatures() {
        return new SvmSetup(programs, Signatures.TRUSTED, start);
    }
}
