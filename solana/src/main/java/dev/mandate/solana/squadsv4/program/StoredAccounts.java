package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.CreationTerms;
import dev.mandate.ports.program.LayoutProblem;
import dev.mandate.ports.program.SettingsAccount;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.account.ConfigTransactionAccount;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccountProblem;
import dev.mandate.solana.squadsv4.account.TransactionBufferAccount;
import dev.mandate.solana.squadsv4.account.VaultTransactionAccount;
import dev.mandate.solana.squadsv4.terms.SettingsTerms;
import dev.mandate.solana.squadsv4.terms.TransactionTerms;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Reads the program's accounts into domain terms, after a check that the program owns them. */
record StoredAccounts(SquadsAddresses addresses) {

    private static final long BATCH = SquadsV4.discriminator("account:Batch");

    Either<LayoutProblem, CreationTerms> creationTerms(AccountData account) {
        return own(account, ProgramConfigAccount::decode)
                .map(config -> new CreationTerms(BaseUnits.ofUnsignedBits(config.multisigCreationFee()), config.treasury()));
    }

    Either<LayoutProblem, SettingsAccount> settings(Address settingsAddress, AccountData account) {
        return own(account, MultisigAccount::decode)
                .flatMap(multisig -> addresses.multisig(multisig.createKey()).address().equals(settingsAddress)
                        ? Either.right(multisig)
                        : unreadable("the settings of another address than " + settingsAddress))
                .flatMap(multisig -> SettingsTerms.read(multisig).mapLeft(StoredAccounts::unreadableFor))
                .map(settings -> new SettingsAccount(
                        new AccountRef(addresses.vault(settingsAddress, 0).address(), settingsAddress), settings));
    }

    Either<LayoutProblem, SpendingLimit> limit(AccountData account) {
        return own(account, SpendingLimitAccount::decode).map(SpendingLimitAccount::limit);
    }

    /** Returns the content to vote on. An account of the program that is no known kind of transaction, such as a batch, is opaque content. */
    TransactionContent content(AccountData account) {
        return read(account).map(Content::content).getOrElseGet(problem -> opaque(account));
    }

    private static TransactionContent opaque(AccountData account) {
        boolean batch = new ByteReader(account.data()).discriminator() == BATCH;
        return new TransactionContent.Opaque(
                batch
                        ? "a batch: several transactions that are executed one by one"
                        : "an account of the program that is no transaction of a kind known here",
                account.data());
    }

    /** An account of another program is refused, not opaque. */
    private Either<LayoutProblem, Content> voted(AccountData account) {
        return account.owner().equals(addresses.program())
                ? Either.right(read(account).getOrElseGet(
                        problem -> new Content(Option.none(), Option.none(), opaque(account))))
                : Either.left(new LayoutProblem.ForeignOwner(account.owner()));
    }

    private Either<LayoutProblem, Content> read(AccountData account) {
        return own(account, SquadsAccount::decode).flatMap(this::content);
    }

    Either<LayoutProblem, Option<ManagedTransaction>> transaction(
            long index, Option<AccountData> content, Option<AccountData> proposal) {
        Either<LayoutProblem, Option<Content>> storedContent = ifThere(content, this::voted);
        Either<LayoutProblem, Option<ProposalAccount>> storedProposal =
                ifThere(proposal, account -> own(account, ProposalAccount::decode));
        return storedContent.flatMap(
                what -> storedProposal.flatMap(votes -> together(index, what, votes)));
    }

    /** Returns the number of ephemeral signers of a vault transaction. */
    Either<LayoutProblem, Integer> ephemeralSigners(AccountData account) {
        return own(account, VaultTransactionAccount::decode)
                .map(stored -> stored.ephemeralSignerBumps().length());
    }

    private Either<LayoutProblem, Content> content(SquadsAccount account) {
        return switch (account) {
            case ConfigTransactionAccount config ->
                Either.right(Content.of(config.multisig(), config.index(), TransactionTerms.read(config, addresses)));
            case VaultTransactionAccount vault ->
                Either.right(Content.of(vault.multisig(), vault.index(), TransactionTerms.read(vault)));
            case MultisigAccount other -> noContent(other);
            case ProposalAccount other -> noContent(other);
            case SpendingLimitAccount other -> noContent(other);
            case ProgramConfigAccount other -> noContent(other);
            case TransactionBufferAccount other -> noContent(other);
        };
    }

    private static Either<LayoutProblem, Option<ManagedTransaction>> together(
            long index, Option<Content> content, Option<ProposalAccount> proposal) {
        if (content.exists(what -> what.index().exists(named -> named != index))
                || proposal.exists(votes -> votes.transactionIndex() != index)) {
            return unreadable("of another index than " + index);
        }
        if (content.exists(what -> proposal.exists(
                votes -> what.multisig().exists(named -> !named.equals(votes.multisig()))))) {
            return unreadable("content and votes of two accounts");
        }
        if (content.isEmpty() && proposal.isEmpty()) {
            return Either.right(Option.none());
        }
        if (index < 1) {
            return unreadable("of the index " + Long.toUnsignedString(index) + ", which no transaction has");
        }
        Option<TransactionContent> voted = content.map(Content::content);
        Either<LayoutProblem, Option<Proposal>> state = proposal.isEmpty()
                ? Either.right(Option.none())
                : TransactionTerms.read(proposal.get()).bimap(StoredAccounts::unreadableFor, Option::some);
        return state.map(votes -> Option.some(new ManagedTransaction(index, voted, votes)));
    }

    private <T> Either<LayoutProblem, T> own(
            AccountData account, Function<Bytes, Either<SquadsAccountProblem, T>> decode) {
        return account.owner().equals(addresses.program())
                ? decode.apply(account.data()).mapLeft(StoredAccounts::unreadableFor)
                : Either.left(new LayoutProblem.ForeignOwner(account.owner()));
    }

    /**
     * Anyone can send lamports to an address before the program creates its account. Such an account still belongs to the system
     * program and counts as absent.
     */
    private static <T> Either<LayoutProblem, Option<T>> ifThere(
            Option<AccountData> account, Function<AccountData, Either<LayoutProblem, T>> read) {
        return account.filter(found -> !found.owner().equals(Address.ZERO))
                .map(found -> read.apply(found).map(Option::some))
                .getOrElse(() -> Either.right(Option.none()));
    }

    private static <T> Either<LayoutProblem, T> noContent(SquadsAccount account) {
        return unreadable("no transaction but a " + account.type().programName());
    }

    private static <T> Either<LayoutProblem, T> unreadable(String detail) {
        return Either.left(new LayoutProblem.Unreadable(detail));
    }

    private static LayoutProblem unreadableFor(Object problem) {
        return new LayoutProblem.Unreadable(problem.toString());
    }

    /** The content to vote on. Unless it is opaque, the settings account and the index that it names. */
    private record Content(Option<Address> multisig, Option<Long> index, TransactionContent content) {

        static Content of(Address multisig, long index, TransactionContent content) {
            return new Content(Option.some(multisig), Option.some(index), content);
        }
    }
}
