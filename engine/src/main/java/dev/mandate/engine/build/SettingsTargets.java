package dev.mandate.engine.build;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Applies a request's edits to settings. */
final class SettingsTargets {

    private SettingsTargets() {}

    /**
     * The target of the edits.
     *
     * @param target the result, without edits that contradict earlier ones
     * @param contradictions why those edits are refused
     */
    record Outcome(SettingsTarget target, Array<SettingsRefusal> contradictions) {
        private Outcome at(SettingsTarget next) {
            return new Outcome(next, contradictions);
        }
    }

    static Outcome of(Settings settings, Array<SettingsEdit> edits) {
        return of(SettingsTarget.of(settings), edits);
    }

    private static Outcome of(SettingsTarget before, Array<SettingsEdit> edits) {
        Outcome outcome = new Outcome(before, Array.empty());
        for (SettingsEdit edit : edits) {
            outcome = apply(outcome, edit);
        }
        return outcome;
    }

    private static Outcome apply(Outcome outcome, SettingsEdit edit) {
        SettingsTarget before = outcome.target;
        return switch (edit) {
            case SettingsEdit.AddSigners(Array<Signer> signers) -> add(outcome, signers);
            case SettingsEdit.RemoveSigner(Address signer) -> remove(outcome, signer);
            case SettingsEdit.ReplaceSigners(Array<Signer> signers) -> outcome.at(before.withSigners(signers));
            case SettingsEdit.SetThreshold(Threshold threshold) -> outcome.at(before.withThreshold(threshold));
            case SettingsEdit.SetTimeLock(TimeLock timeLock) -> outcome.at(before.withTimeLock(timeLock));
            case SettingsEdit.SetRentCollector(Option<Address> collector) ->
                outcome.at(before.withRentCollector(collector));
        };
    }

    private static Outcome add(Outcome outcome, Array<Signer> signers) {
        SettingsTarget before = outcome.target;
        Array<SettingsRefusal> present = signers.map(Signer::address)
                .distinct()
                .filter(address -> isSigner(before, address))
                .map(SettingsRefusal.AlreadyASigner::new);
        return new Outcome(
                before.withSigners(
                        before.signers().appendAll(signers.reject(signer -> isSigner(before, signer.address())))),
                outcome.contradictions.appendAll(present));
    }

    private static Outcome remove(Outcome outcome, Address signer) {
        SettingsTarget before = outcome.target;
        return isSigner(before, signer)
                ? outcome.at(before.withSigners(
                        before.signers().reject(present -> present.address().equals(signer))))
                : new Outcome(before, outcome.contradictions.append(new SettingsRefusal.NoSuchSigner(signer)));
    }

    private static boolean isSigner(SettingsTarget target, Address address) {
        return target.signers().exists(signer -> signer.address().equals(address));
    }
}
