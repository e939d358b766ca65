package dev.mandate.testkit.svm;

import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import dev.mandate.testsupport.svm.SvmUnavailable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Starts a rig for a JUnit test that needs one. */
public final class RequiredSvm {

    private RequiredSvm() {}

    /**
     * Starts a rig, or aborts the test and prints the reason. If the environment variable {@code CI} is set, the test fails
     * instead, unless only the Squads v4 binary is missing, which may not be redistributed.
     */
    public static SvmRig rig(SvmSetup setup) {
        return SvmRig.start(setup).getOrElseGet(RequiredSvm::giveUp);
    }

    private static SvmRig giveUp(SvmUnavailable unavailable) {
        String reason = unavailable.explanation();
        boolean ci = System.getenv("CI") != null;
        if (ci && !(unavailable instanceof SvmUnavailable.SquadsBinaryMissing)) {
            return Assertions.fail(reason);
        }
        System.err.println("Skipped: " + reason);
        return Assumptions.abort(reason);
    }
}
