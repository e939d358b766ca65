package dev.mandate.app;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** A simulated chain with people, accounts and durable nonces. */
record StagedChain(SimulatedChain chain) {

    private static final long NONCE_BYTES = 80;
    private static final TransactionFormat FORMAT = Solana.SQUADS_V4.format();

    /** Somebody with a key and 10 SOL. */
    TestKey person(String name) {
        TestKey key = TestKey.of("explain/" + name);
        chain.fund(key.address(), BaseUnits.of(10_000_000_000L));
        return key;
    }

    /** An account of signers who may do everything, without a time lock. */
    AccountRef founded(Custody custody, int threshold, Array<TestKey> signers) {
        return founded(custody, threshold, signers, new AdminControl.None());
    }

    AccountRef founded(Custody custody, int threshold, Array<TestKey> signers, AdminControl admin) {
        TestKey createKey = TestKey.of("explain/account of " + signers.length());
        TransactionPlan plan = custody.build(new BuildRequest.CreateAccount(
                        createKey.address(),
                        signers.head().address(),
                        new Command.CreateAccount(
                                signers.map(key -> new Signer(key.address(), Permissions.ALL)),
                                new Threshold(threshold),
                                TimeLock.NONE,
                                admin,
                                Option.none()),
                        BuildOptions.DEFAULT))
                .get();
        lands(KeyRing.of(signers.append(createKey).toJavaArray(TestKey[]::new)).sign(plan.single().unsigned().transaction()));
        return custody.register(plan.account().settings()).get();
    }

    /** A durable nonce that {@code authority} advances. */
    Address nonce(String name, TestKey authority) {
        TestKey nonce = TestKey.of("explain/" + name);
        lands(signedNow(
                authority,
                Array.of(authority, nonce),
                Array.of(
                        SystemProgram.encode(new SystemInstruction.CreateAccount(
                                authority.address(),
                                nonce.address(),
                                chain.rentExemptMinimum((int) NONCE_BYTES).get(),
                                NONCE_BYTES,
                                SystemProgram.ID)),
                        SystemProgram.encode(new SystemInstruction.InitializeNonce(nonce.address(), authority.address())))));
        return nonce.address();
    }

    /** A transaction that lives by a nonce, signed. */
    Bytes signed(Address nonce, TestKey payer, Array<TestKey> signers, Instruction... instructions) {
        AccountQuery query = FORMAT.nonceQuery(nonce);
        DurableNonce read = chain.accounts(Array.of(query))
                .get()
                .at(query)
                .owned()
                .flatMap(data -> FORMAT.readNonce(nonce, data).toOption())
                .get();
        return signed(read.value(), payer, signers, Array.of(instructions).prepend(FORMAT.advanceNonce(read)));
    }

    /** A transaction that lives by a recent blockhash, signed. */
    Bytes signedNow(TestKey payer, Array<TestKey> signers, Seq<Instruction> instructions) {
        return signed(chain.latestBlockhash().get().blockhash(), payer, signers, instructions);
    }

    private static Bytes signed(Blockhash lifetime, TestKey payer, Array<TestKey> signers, Seq<Instruction> instructions) {
        Message message = new Message(MessageVersion.LEGACY, payer.address(), lifetime, instructions, Array.empty());
        return KeyRing.of(signers.toJavaArray(TestKey[]::new)).sign(FORMAT.compile(message).get().transaction());
    }

    void lands(Bytes transaction) {
        if (!(chain.send(transaction).get() instanceof SendOutcome.Accepted)) {
            throw new IllegalStateException("a step of the replay was not taken");
        }
    }

    BaseUnits lamports(Address address) {
        AccountQuery query = new AccountQuery.OfAnyOwner(address);
        return chain.accounts(Array.of(query)).get().at(query).owned().map(data -> data.lamports()).getOrElse(BaseUnits.ZERO);
    }

    UnixTime now() {
        return chain.accounts(Array.empty()).get().chainTime();
    }
}
