package dev.mandate.engine.access;

import dev.mandate.domain.chain.Address;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.audit.JournalIdentity;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding.Content;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Compares a journal with the one that its key vault remembers, as an anchor is compared for a data folder. The order of use is {@link #compare}, which
 * writes nothing, then {@link #bind}.
 */
public final class VaultComparison {

    private VaultComparison() {}

    /** How a journal and a vault meet. */
    public enum Meeting {
        /** The vault belongs to this journal, or cannot remember one. */
        KNOWN,
        /** The vault remembers no journal, and is new or has the journal's fee payer. An earlier version may have made it. */
        FIRST,
        /** The operator has said that it belongs to this journal from now on. */
        ADOPTED
    }

    /** Compares {@code journal}, which checks MACs, with what {@code vault} remembers. */
    public static Either<VaultMismatch, Meeting> compare(KeyVault vault, JournalReader journal, Set<Consent> consents) {
        return vault.journalBinding()
                .map(binding -> binding.read()
                        .<VaultMismatch>mapLeft(VaultMismatch.Unreadable::new)
                        .flatMap(content -> meeting(vault, content, journal, consents)))
                .getOrElse(() -> Either.right(Meeting.KNOWN));
    }

    private static Either<VaultMismatch, Meeting> meeting(KeyVault vault, Content content, JournalReader journal, Set<Consent> consents) {
        Option<JournalId> found = JournalIdentity.of(journal);
        if (content.journal().isDefined() && found.equals(content.journal())) {
            return Either.right(Meeting.KNOWN);
        }
        Option<Address> bound = OperatorBinding.feePayer(journal);
        return vault.find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER)
                .<VaultMismatch>mapLeft(fault -> new VaultMismatch.Unreadable(fault.toString()))
                .flatMap(feePayer -> {
                    boolean isFirst = content.journal().isEmpty() && (content.keys() == 0 || (bound.isDefined() && bound.equals(feePayer)));
                    if (!isFirst && !consents.contains(Consent.ADOPT_JOURNAL)) {
                        return Either.left(content.journal()
                                .<VaultMismatch>map(known -> new VaultMismatch.OtherJournal(known, found.map(JournalId::toString).getOrElse("a new one")))
                                .getOrElse(() -> new VaultMismatch.UnknownKeys(content.keys())));
                    }
                    return bound.filter(payer -> !feePayer.contains(payer))
                            .<Either<VaultMismatch, Meeting>>map(payer -> Either.left(new VaultMismatch.OtherFeePayer(feePayer, payer)))
                            .getOrElse(() -> Either.right(isFirst ? Meeting.FIRST : Meeting.ADOPTED));
                });
    }

    /** Has the vault remember {@code journal}, which has its id. Call it after {@link #compare} and before the vault makes a key. */
    public static Either<VaultMismatch, JournalId> bind(KeyVault vault, JournalReader journal) {
        JournalId id = JournalIdentity.of(journal).get();
        return vault.journalBinding()
                .flatMap(binding -> binding.read().fold(
                        Option::some,
                        content -> content.journal().contains(id) ? Option.<String>none() : binding.bind(id)))
                .<VaultMismatch>map(VaultMismatch.Unreadable::new)
                .toEither(id)
                .swap();
    }
}
