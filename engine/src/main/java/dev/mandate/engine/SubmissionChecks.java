package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Appointments;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** What a host lets nobody send, wherever it was built: what {@link Safeguards} say, and control for who can never sign. */
final class SubmissionChecks {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final Safeguards safeguards;
    private final ChainReader reader;
    private final AbleAdmins ableAdmins;

    SubmissionChecks(EngineParts parts, ChainReader reader, AbleAdmins ableAdmins) {
        this.program = parts.program();
        this.format = parts.format();
        this.safeguards = parts.safeguards();
        this.reader = reader;
        this.ableAdmins = ableAdmins;
    }

    Either<SubmitRefusal, ParsedTransaction> require(ParsedTransaction parsed) {
        return reader.tables(parsed.tables())
                .<SubmitRefusal>mapLeft(SubmitRefusal.NotAsked::new)
                .flatMap(tables -> format.resolve(parsed, tables)
                        .<SubmitRefusal>mapLeft(refusal -> new SubmitRefusal.BadTransaction(refusal.detail())))
                .flatMap(message -> refusal(message)
                        .<Either<SubmitRefusal, ParsedTransaction>>map(Either::left)
                        .getOrElse(() -> Either.right(parsed)));
    }

    private Option<SubmitRefusal> refusal(Message message) {
        return nonce(message).orElse(() -> fee(message)).orElse(() -> admin(message));
    }

    private Option<SubmitRefusal> nonce(Message message) {
        Array<Instruction> instructions = message.instructions().toArray();
        Array<Address> accounts = instructions.flatMap(program::settingsOf).map(program::accountOf).map(AccountRef::address);
        return instructions
                .zipWithIndex()
                .flatMap(one -> format.advancedNonce(one._1)
                        .filter(nonce -> one._2 > 0
                                || accounts.isEmpty()
                                || !accounts.forAll(account ->
                                        safeguards.nonceAccounts().of(account).contains(nonce))))
                .headOption()
                .map(SubmitRefusal.NonceNotAllowed::new);
    }

    private Option<SubmitRefusal> fee(Message message) {
        BaseUnits fee = format.priorityFee(message.instructions());
        return Option.when(
                fee.compareTo(safeguards.maxPriorityFee()) > 0,
                () -> new SubmitRefusal.PriorityFeeTooHigh(fee, safeguards.maxPriorityFee()));
    }

    private Option<SubmitRefusal> admin(Message message) {
        return requireAble(program.appointments(message.instructions())).swap().toOption();
    }

    Either<SubmitRefusal, Appointments> requireAble(Appointments appointments) {
        return ableAdmins.require(appointments).mapLeft(refused -> refused instanceof BuildRefusal.KeylessAdmin(Address admin)
                ? new SubmitRefusal.KeylessAdmin(admin)
                : new SubmitRefusal.NotAsked(refused));
    }
}
