package dev.mandate.testkit.svm;

import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import dev.mandate.testsupport.svm.SvmUnavailable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** A rig for a JUnit test that can't do without. */
public final class RequiredSvm {

    private RequiredSvm() {}

    /**
     * Starts a rig, or aborts the test with the reason, which is printed as well. Where the environment variable {@code CI} is
     * set the test fails instead, unless all that is missing is the Squads v4 binary, which nobody may hand on.
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
