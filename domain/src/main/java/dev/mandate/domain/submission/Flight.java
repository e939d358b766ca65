package dev.mandate.domain.submission;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * A transaction that may land.
 *
 * @param openAt the last moment for which it is on record that it had not landed, by the server's clock
 * @param objection what a node said against it when it was last asked to pass it on
 */
public record Flight(
        SignedTransaction transaction, Lifetime lifetime, UnixTime openAt, Option<Objection> objection) {

    Flight openAt(UnixTime moment) {
        return new Flight(transaction, lifetime, moment, objection);
    }

    Flight objectedTo(Objection latest) {
        return new Flight(transaction, lifetime, openAt, Option.some(latest));
    }

    /** The same, passed on by a node; one that is behind takes what another one knows to have landed. */
    Flight withoutObjection() {
        return new Flight(transaction, lifetime, openAt, hasLanded() ? objection : Option.none());
    }

    /** Whether a node has said that the message has landed. */
    boolean hasLanded() {
        return objection.exists(known -> known.proof() == Objection.Proof.LANDED);
    }
}
