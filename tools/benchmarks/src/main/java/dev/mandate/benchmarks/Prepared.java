package dev.mandate.benchmarks;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * The two transactions that are compared with the npm SDK's, built as it builds them: from arguments to unsigned bytes, every
 * address derived, nothing read and nothing simulated. Each call is about another account or index, so that no derived address
 * is found in a cache.
 */
final class Prepared {

    private final SmartAccountProgram program = SquadsV4Program.PUBLIC;
    private final TransactionFormat format = new SolanaFormat();
    private final Blockhash blockhash = new Blockhash(Bytes32.of(TestKey.of("blockhash").address().toArray()));
    private final Address payer = TestKey.of("payer").address();
    private final Address receiver = TestKey.of("receiver").address();
    private final Array<Address> people =
            Array.of("alice", "bob", "carol").map(name -> TestKey.of(name).address());
    private final AccountRef account = program.locate(TestKey.of("create key").address());
    private final CreationTerms terms = new CreationTerms(BaseUnits.ZERO, TestKey.of("treasury").address());
    private final Command.CreateAccount creation = new Command.CreateAccount(
            people.map(person -> new Signer(person, Permissions.ALL)),
            new Threshold(2),
            TimeLock.NONE,
            new AdminControl.None(),
            Option.some(payer));

    /** Propose, approve twice and execute a SOL transfer, in one transaction: 767 bytes. */
    UnsignedTransaction prepare(long index) {
        TransactionContent.VaultInstructions content = program.store(
                        account,
                        0,
                        Array.of(SystemProgram.transfer(account.address(), receiver, BaseUnits.of(1_000_000))),
                        Array.empty())
                .get();
        Address first = people.get(0);
        return compile(Array.of(
                new Operation.CreateTransaction(first, payer, index, content, Option.none()),
                new Operation.CreateProposal(first, payer, index),
                new Operation.CastVote(first, index, Vote.APPROVE, Option.none()),
                new Operation.CastVote(people.get(1), index, Vote.APPROVE, Option.none()),
                new Operation.ExecuteInstructions(first, index, content, Array.empty())), account);
    }

    /** Create a 2-of-3 account: 552 bytes. */
    UnsignedTransaction create(Address createKey) {
        return compile(
                Array.of(new Operation.CreateAccount(createKey, payer, terms, creation, Option.none())),
                program.locate(createKey));
    }

    private UnsignedTransaction compile(Array<Operation> operations, AccountRef about) {
        return format.compile(new Message(
                        MessageVersion.LEGACY,
                        payer,
                        blockhash,
                        operations.map(operation -> program.encode(about, operation)),
                        Array.empty()))
                .get();
    }
}
