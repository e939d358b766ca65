package dev.mandate.solana.squadsv4.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Accounts that the deployed program wrote, transaction by transaction: sizes, growth, and the unused bytes after the content. */
@NullMarked
class ProgramAccountsTest {

    private static final Iterable<JsonNode> VECTORS = Vectors.read("squads-program.json", "vectors");

    /** The number of cases in which the program left nonzero bytes after the content. */
    private static final int LEFTOVERS = 16;

    @Test
    void accountsAreOverwrittenByteForByteAsByTheProgram() {
        Set<AccountType> seen = EnumSet.noneOf(AccountType.class);
        int leftovers = 0;
        for (JsonNode vector : VECTORS) {
            Bytes after = bytes(vector, "after");
            if (after.length() > 0) {
                SquadsAccount account = read(after);
                Bytes grown = Bytes.of(Arrays.copyOf(bytes(vector, "before").toArray(), after.length()));
                assertEquals(Option.some(after), account.writeOver(grown), vector::toString);
                seen.add(account.type());
                leftovers += account.toData(after.length()).contains(after) ? 0 : 1;
            }
        }
        assertEquals(EnumSet.complementOf(EnumSet.of(AccountType.PROGRAM_CONFIG)), seen);
        assertEquals(LEFTOVERS, leftovers);
    }

    @Test
    void newAccountsHaveTheSizeThatWeSay() {
        Map<Address, MultisigAccount> multisigs = new HashMap<>();
        Set<AccountType> seen = EnumSet.noneOf(AccountType.class);
        for (JsonNode vector : VECTORS) {
            Bytes after = bytes(vector, "after");
            if (after.length() == 0) {
                continue;
            }
            SquadsAccount account = read(after);
            if (vector.path("before").isNull()) {
                assertEquals(size(account, multisigs), after.length(), vector::toString);
                seen.add(account.type());
            }
            if (account instanceof MultisigAccount multisig) {
                multisigs.put(Vectors.address(vector, "key"), multisig);
            }
        }
        assertEquals(EnumSet.complementOf(EnumSet.of(AccountType.PROGRAM_CONFIG)), seen);
    }

    @Test
    void accountsGrowAsWeSay() {
        Map<Address, MultisigAccount> multisigs = new HashMap<>();
        Set<AccountType> grown = EnumSet.noneOf(AccountType.class);
        for (JsonNode vector : VECTORS) {
            Bytes after = bytes(vector, "after");
            Bytes before = bytes(vector, "before");
            if (after.length() == 0) {
                continue;
            }
            SquadsAccount account = read(after);
            if (account instanceof MultisigAccount multisig) {
                multisigs.put(Vectors.address(vector, "key"), multisig);
            }
            if (before.length() > 0) {
                assertEquals(grownSize(account, before.length(), multisigs), after.length(), vector::toString);
                if (after.length() > before.length()) {
                    grown.add(account.type());
                }
            }
        }
        assertEquals(EnumSet.of(AccountType.MULTISIG, AccountType.PROPOSAL), grown);
    }

    @Test
    void everyAccountIsWhereItsContentSaysWithTheBumpThatItSays() {
        SquadsAddresses addresses = SquadsAddresses.V4;
        for (JsonNode vector : VECTORS) {
            Bytes after = bytes(vector, "after");
            if (after.length() > 0) {
                Address derived = switch (read(after)) {
                    case MultisigAccount multisig -> checked(multisig.bump(), addresses.multisig(multisig.createKey()));
                    case ProposalAccount proposal ->
                        checked(
                                proposal.bump(),
                                addresses.proposal(proposal.multisig(), proposal.transactionIndex()));
                    case ConfigTransactionAccount config ->
                        checked(config.bump(), addresses.transaction(config.multisig(), config.index()));
                    case VaultTransactionAccount vault ->
                        checked(vault.bump(), addresses.transaction(vault.multisig(), vault.index()));
                    case SpendingLimitAccount limit ->
                        checked(limit.bump(), addresses.spendingLimit(
                                limit.multisig(), limit.limit().terms().createKey()));
                    case ProgramConfigAccount config -> addresses.programConfig().address();
                    case TransactionBufferAccount buffer ->
                        addresses
                                .transactionBuffer(buffer.multisig(), buffer.creator(), buffer.bufferIndex())
                                .address();
                };
                assertEquals(Vectors.address(vector, "key"), derived);
            }
        }
    }

    private static Address checked(int bump, ProgramDerivedAddress derived) {
        assertEquals(derived.bump(), bump);
        return derived.address();
    }

    private static int size(SquadsAccount account, Map<Address, MultisigAccount> multisigs) {
        return switch (account) {
            case MultisigAccount multisig ->
                MultisigAccount.size(multisig.members().length());
            case ProposalAccount proposal -> ProposalAccount.size(members(proposal, multisigs));
            case ConfigTransactionAccount config -> ConfigTransactionAccount.size(config.actions());
            case VaultTransactionAccount vault ->
                VaultTransactionAccount.size(vault.ephemeralSignerBumps().length(), vault.message());
            case SpendingLimitAccount limit ->
                SpendingLimitAccount.size(limit.limit().terms());
            case ProgramConfigAccount config -> ProgramConfigAccount.SIZE;
            case TransactionBufferAccount buffer -> TransactionBufferAccount.size(buffer.finalBufferSize());
        };
    }

    private static int grownSize(SquadsAccount account, int before, Map<Address, MultisigAccount> multisigs) {
        return switch (account) {
            case MultisigAccount multisig ->
                MultisigAccount.sizeFor(multisig.members().length(), before);
            case ProposalAccount proposal ->
                proposal.cancelled().isEmpty()
                        ? before
                        : Math.max(before, ProposalAccount.size(members(proposal, multisigs)));
            case ConfigTransactionAccount config -> before;
            case VaultTransactionAccount vault -> before;
            case SpendingLimitAccount limit -> before;
            case ProgramConfigAccount config -> before;
            case TransactionBufferAccount buffer -> before;
        };
    }

    private static int members(ProposalAccount proposal, Map<Address, MultisigAccount> multisigs) {
        return Option.of(multisigs.get(proposal.multisig().address())).get().members().length();
    }

    private static SquadsAccount read(Bytes data) {
        Either<SquadsAccountProblem, SquadsAccount> account = SquadsAccount.decode(data);
        return account.getOrElseThrow(problem -> new AssertionError(problem.toString()));
    }

    private static Bytes bytes(JsonNode vector, String field) {
        return vector.path(field).isNull() ? Bytes.EMPTY : Vectors.bytes(vector, field);
    }
}
