package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.control.Either;

/** The network of the demo's server: its faucet and its clock. */
sealed interface DemoNetwork permits SimulatedDemoNetwork, NodeDemoNetwork {

    /** How time passes. */
    enum Pace {
        /** A call moves the clock: an hour passes at once. */
        ADVANCED(3_600, "an hour"),
        /** Nobody moves the clock. Time locks are short, and what takes more than a minute is left out. */
        REAL(20, "20 seconds");

        private final long timeLockSeconds;
        private final String timeLockText;

        Pace(long timeLockSeconds, String timeLockText) {
            this.timeLockSeconds = timeLockSeconds;
            this.timeLockText = timeLockText;
        }

        long timeLockSeconds() {
            return timeLockSeconds;
        }

        String timeLockText() {
            return timeLockText;
        }
    }

    /** Returns its name in the demo's title. */
    String name();

    Pace pace();

    /** Returns the amount that stands for {@code lamports} of the simulated chain. */
    BaseUnits amount(long lamports);

    /** Returns the lamports that the operator's fee payer needs; zero if it has enough. */
    BaseUnits operatorFunds();

    /** Returns the label of a person's key. */
    String keyLabel(String person);

    /** Gives {@code lamports} to {@code to}; returns the call that gave them, or why there are none. */
    Either<String, String> fund(Address to, BaseUnits lamports);

    /** Lets its clock advance by {@code seconds}; returns how, or why it stands still. */
    Either<String, String> pass(long seconds);
}
