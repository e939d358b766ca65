package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import io.vavr.control.Either;

/** Converts settings between the program's account and the domain. */
public final class SettingsTerms {

    /** The memo of a vote names an index of at most 18 digits, and the next index must have one as well. */
    private static final long MAX_INDEX = 999_999_999_999_999_999L;

    private SettingsTerms() {}

    /** Reads the settings from their account. */
    public static Either<TermsProblem, Settings> read(MultisigAccount account) {
        long newest = account.transactionIndex();
        long stale = account.staleTransactionIndex();
        if (newest < 0 || newest >= MAX_INDEX || stale < 0 || stale > newest) {
            return Either.left(new TermsProblem.BadIndex(newest, stale));
        }
        return Settings.ofStored(
                        account.members(),
                        new Threshold(account.threshold()),
                        new TimeLock(account.timeLock()),
                        AdminControl.ofAuthority(account.configAuthority()),
                        account.rentCollector(),
                        newest,
                        stale)
                .mapLeft(ungovernable -> new TermsProblem.Ungovernable(ungovernable.problems()));
    }

    /** Returns {@code over} with its settings replaced by {@code settings}. */
    public static MultisigAccount write(Settings settings, MultisigAccount over) {
        return new MultisigAccount(
                over.createKey(),
                settings.admin().toAuthority(),
                settings.roster().threshold().value(),
                settings.timeLock().seconds(),
                settings.transactionIndex(),
                settings.staleTransactionIndex(),
                settings.rentCollector(),
                over.bump(),
                settings.roster().signers());
    }
}
