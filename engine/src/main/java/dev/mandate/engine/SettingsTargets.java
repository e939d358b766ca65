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

    /** The target, or the first wish that makes no sense where it stands. */
    static Either<SettingsRefusal, SettingsTarget> of(Settings settings, Array<SettingsEdit> edits) {
        Either<SettingsRefusal, SettingsTarget> target = Either.right(SettingsTarget.of(settings));
        for (SettingsEdit edit : edits) {
            target = target.flatMap(before -> apply(before, edit));
        }
        return target;
    }

    private static Either<SettingsRefusal, SettingsTarget> apply(SettingsTarget before, SettingsEdit edit) {
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

    private static Either<SettingsRefusal, SettingsTarget> add(SettingsTarget before, Array<Signer> signers) {
        return signers.find(signer -> isSigner(before, signer.address()))
                .<Either<SettingsRefusal, SettingsTarget>>map(
                        present -> Either.left(new SettingsRefusal.AlreadyASigner(present.address())))
                .getOrElse(() -> Either.right(before.withSigners(before.signers().appendAll(signers))));
    }

    private static Either<SettingsRefusal, SettingsTarget> remove(SettingsTarget before, Address signer) {
        return isSigner(before, signer)
                ? Either.right(before.withSigners(
                        before.signers().reject(present -> present.address().equals(signer))))
                : Either.left(new SettingsRefusal.NoSuchSigner(signer));
    }

    private static boolean isSigner(SettingsTarget target, Address address) {
        return target.signers().exists(signer -> signer.address().equals(address));
    }
}
