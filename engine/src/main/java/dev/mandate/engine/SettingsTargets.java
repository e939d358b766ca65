package dev.mandate.engine;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** What a list of wishes makes of settings. */
final class SettingsTargets {

    private SettingsTargets() {}

    /** The target, or all that makes no sense where it stands. */
    static Either<Array<SettingsRefusal>, SettingsTarget> of(Settings settings, Array<SettingsEdit> edits) {
        SettingsTarget target = SettingsTarget.of(settings);
        Array<SettingsRefusal> senseless = Array.empty();
        for (SettingsEdit edit : edits) {
            Either<Array<SettingsRefusal>, SettingsTarget> next = apply(target, edit);
            senseless = senseless.appendAll(next.swap().getOrElse(Array::empty));
            target = next.getOrElse(target);
        }
        return senseless.isEmpty() ? Either.right(target) : Either.left(senseless);
    }

    private static Either<Array<SettingsRefusal>, SettingsTarget> apply(SettingsTarget before, SettingsEdit edit) {
        return switch (edit) {
            case SettingsEdit.AddSigners(Array<Signer> signers) -> add(before, signers);
            case SettingsEdit.RemoveSigner(Address signer) -> remove(before, signer);
            case SettingsEdit.ReplaceSigners(Array<Signer> signers) -> Either.right(before.withSigners(signers));
            case SettingsEdit.SetThreshold(Threshold threshold) -> Either.right(before.withThreshold(threshold));
            case SettingsEdit.SetTimeLock(TimeLock timeLock) -> Either.right(before.withTimeLock(timeLock));
            case SettingsEdit.SetRentCollector(Option<Address> collector) ->
                Either.right(before.withRentCollector(collector));
        };
    }

    private static Either<Array<SettingsRefusal>, SettingsTarget> add(SettingsTarget before, Array<Signer> signers) {
        Array<SettingsRefusal> present = signers.map(Signer::address)
                .distinct()
                .filter(address -> isSigner(before, address))
                .map(SettingsRefusal.AlreadyASigner::new);
        return present.isEmpty()
                ? Either.right(before.withSigners(before.signers().appendAll(signers)))
                : Either.left(present);
    }

    private static Either<Array<SettingsRefusal>, SettingsTarget> remove(SettingsTarget before, Address signer) {
        return isSigner(before, signer)
                ? Either.right(before.withSigners(
                        before.signers().reject(present -> present.address().equals(signer))))
                : Either.left(Array.of(new SettingsRefusal.NoSuchSigner(signer)));
    }

    private static boolean isSigner(SettingsTarget target, Address address) {
        return target.signers().exists(signer -> signer.address().equals(address));
    }
}
