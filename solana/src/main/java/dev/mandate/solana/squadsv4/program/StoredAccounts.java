package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.AccountType;
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
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Reads accounts that the program owns into domain terms. */
record StoredAccounts(SquadsAddresses addresses) {

    private static final Set<Long> CREATED_BY_SIGNERS =
            HashSet.of(AccountType.VAULT_TRANSACTION.discriminator(), AccountType.CONFIG_TRANSACTION.discriminator(), SquadsBatches.BATCH);

    Either<LayoutProblem, CreationTerms> creationTerms(AccountData account) {
        return read(account, ProgramConfigAccount::decode)
                .map(config -> new CreationTerms(config.multisigCreationFee(), config.treasury()));
    }

    Either<LayoutProblem, SettingsAccount> settings(SettingsAddress settingsAddress, AccountData account) {
        return read(account, MultisigAccount::decode)
                .flatMap(multisig -> addresses.multisig(multisig.createKey()).address().equals(settingsAddress.address())
                        ? Either.right(multisig)
                        : unreadable("the settings of another address than " + settingsAddress))
                .flatMap(multisig -> SettingsTerms.read(multisig).mapLeft(StoredAccounts::unreadableFor))
                .map(settings -> new SettingsAccount(
                        new AccountRef(addresses.vault(settingsAddress, 0).address(), settingsAddress), settings));
    }

    Either<LayoutProblem, SpendingLimit> limit(AccountRef account, Address address, AccountData stored) {
        return read(stored, SpendingLimitAccount::decode)
                .flatMap(limit -> of(account, limit.multisig(), limit.limit()))
                .flatMap(limit -> addresses.spendingLimit(account.settings(), limit.terms().createKey()).address().equals(address)
                        ? Either.right(limit)
                        : unreadable("the limit of another address than " + address));
    }

    /** Returns the content to vote on. An account of the program that is no known kind of transaction, such as a batch, is opaque content. */
    TransactionContent content(AccountRef account, AccountData stored) {
        return contentOf(account, stored)
                .map(Content::content)
                .getOrElseGet(problem -> opaque("a transaction of another account: " + problem, stored));
    }

    /** Returns the creator of a transaction or a batch. Each of them keeps its settings account first, and its creator behind it. */
    Option<Address> creator(AccountData stored) {
        ByteReader in = new ByteReader(stored.data());
        if (!CREATED_BY_SIGNERS.contains(in.discriminator())) {
            return Option.none();
        }
        var unusedSettings = in.address();
        return in.finishPrefix(in.address()).toOption();
    }

    /** Returns the index that content or a proposal names. */
    Option<Long> index(AccountData stored) {
        return SquadsAccount.decode(stored.data()).toOption().flatMap(account -> switch (account) {
            case ProposalAccount proposal -> Option.some(proposal.transactionIndex());
            case VaultTransactionAccount vault -> Option.some(vault.index());
            case ConfigTransactionAccount config -> Option.some(config.index());
            case MultisigAccount other -> Option.none();
            case SpendingLimitAccount other -> Option.none();
            case ProgramConfigAccount other -> Option.none();
            case TransactionBufferAccount other -> Option.none();
        });
    }

    private static TransactionContent opaque(AccountData account) {
        boolean batch = new ByteReader(account.data()).discriminator() == SquadsBatches.BATCH;
        return opaque(
                batch
                        ? "a batch: several transactions that are executed one by one"
                        : "an account of the program that is no transaction of a kind known here",
                account);
    }

    private static TransactionContent opaque(String why, AccountData account) {
        return new TransactionContent.Opaque(why, account.data());
    }

    /** What cannot be read is opaque; what belongs to another smart account is refused. */
    private Either<LayoutProblem, Content> contentOf(AccountRef account, AccountData stored) {
        Content content = read(stored, SquadsAccount::decode)
                .flatMap(this::content)
                .getOrElseGet(problem -> new Content(Option.none(), Option.none(), opaque(stored)));
        return content.multisig()
                .map(multisig -> of(account, multisig, content))
                .getOrElse(() -> Either.right(content));
    }

    Either<LayoutProblem, Option<ManagedTransaction>> transaction(
            AccountRef account, long index, FoundAccount content, FoundAccount proposal) {
        Either<LayoutProblem, Option<Content>> storedContent = ifThere(content, stored -> contentOf(account, stored));
        Either<LayoutProblem, Option<ProposalAccount>> storedProposal = ifThere(
                proposal,
                stored -> read(stored, ProposalAccount::decode).flatMap(votes -> of(account, votes.multisig(), votes)));
        return storedContent.flatMap(
                what -> storedProposal.flatMap(votes -> together(index, what, votes)));
    }

    /** Returns the number of ephemeral signers of a vault transaction. */
    Either<LayoutProblem, Integer> ephemeralSigners(AccountData account) {
        return read(account, VaultTransactionAccount::decode)
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

    private static <T> Either<LayoutProblem, T> read(
            AccountData account, Function<Bytes, Either<SquadsAccountProblem, T>> decode) {
        return decode.apply(account.data()).mapLeft(problem -> switch (problem) {
            case SquadsAccountProblem.UnknownDiscriminator(Bytes discriminator) ->
                new LayoutProblem.UnknownKind(discriminator);
            case SquadsAccountProblem.NoDiscriminator none -> unreadableFor(none);
            case SquadsAccountProblem.OtherType other -> unreadableFor(other);
            case SquadsAccountProblem.BadFields bad -> unreadableFor(bad);
        });
    }

    /** Returns what was read, if it names the settings of {@code account}. */
    private static <T> Either<LayoutProblem, T> of(AccountRef account, SettingsAddress multisig, T stored) {
        return multisig.equals(account.settings())
                ? Either.right(stored)
                : Either.left(new LayoutProblem.OfAnotherAccount(multisig));
    }

    private static <T> Either<LayoutProblem, Option<T>> ifThere(
            FoundAccount found, Function<AccountData, Either<LayoutProblem, T>> read) {
        return LayoutProblem.owned(found).flatMap(account -> account.isEmpty()
                ? Either.right(Option.none())
                : read.apply(account.get()).map(Option::some));
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
    private record Content(Option<SettingsAddress> multisig, Option<Long> index, TransactionContent content) {

        static Content of(SettingsAddress multisig, long index, TransactionContent content) {
            return new Content(Option.some(multisig), Option.some(index), content);
        }
    }
}
