package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.solana.squadsv4.ProgramError;

/** What the engine and the network refuse, in words. */
record BuildWording(Names names) {

    String of(BuildRefusal refusal) {
        Wording rules = new Wording(names);
        return switch (refusal) {
            case BuildRefusal.Forbidden(var why) -> rules.of(why);
            case BuildRefusal.Unwise(var caution) -> rules.of(caution);
            case BuildRefusal.SignersInsufficient(var problems) -> problems.map(rules::of).mkString("; ");
            case BuildRefusal.ChainSilent(var fault) -> "the chain gave no answer: " + fault;
            case BuildRefusal.UnknownAccount(Address account) -> "no account " + names.of(account) + " is known";
            case BuildRefusal.NotOnChain(Address address) -> names.of(address) + " is not on the chain";
            case BuildRefusal.UnexpectedAccount(Address address, var problem) ->
                names.of(address) + " is something else: " + problem;
            case BuildRefusal.NoAdmin none -> "the account has no admin";
            case BuildRefusal.AdminCannotSign(Address admin) -> names.of(admin) + " is a smart account and can't sign";
            case BuildRefusal.NoKeyFor(Address address) -> "nobody can sign for " + names.of(address);
            case BuildRefusal.WritesOwnProposal own -> "it would write to its own proposal";
            case BuildRefusal.AdminCannotBeAdded added -> "an account without an admin cannot get one";
            case BuildRefusal.LeaversHoldLimits(var limits) ->
                names.of(limits.keySet()) + " would leave, and is named by a spending limit";
            case BuildRefusal.MustBeTwoChanges two -> "limits cannot go and signers come in one change";
            case BuildRefusal.UnknownTransaction(long index) -> "there is no transaction " + index;
            case BuildRefusal.BadTransaction(String detail) -> "not a transaction: " + detail;
            case BuildRefusal.NothingToPrepare nothing -> "it does nothing";
            case BuildRefusal.AccountDoesNotSign account -> "the account signs nowhere in it";
            case BuildRefusal.InstructionsTooLong(int bytes, int limit) ->
                "instructions of %d bytes, which must stay under %d".formatted(bytes, limit);
            case BuildRefusal.DoesNotFit(int bytes, int limit) ->
                "%d bytes, and a transaction holds at most %d".formatted(bytes, limit);
            case BuildRefusal.NotCompilable(String detail) -> detail;
            case BuildRefusal.PayerCannotSign(Address payer) -> names.of(payer) + " is a smart account and can't pay";
            case BuildRefusal.NobodyPays nobody -> "nobody is named who could sign";
            case BuildRefusal.NobodyVotes nobody -> "no voter is named";
            case BuildRefusal.DestinationHoldsTokens(Address destination) ->
                names.of(destination) + " is a token account or a mint, not who receives";
            case BuildRefusal.NotCovered(Address account, var balance, var amount) ->
                "%s has %s of the %s that are asked".formatted(names.of(account), balance, amount);
            case BuildRefusal.BelowRentMinimum(Address account, var after, var minimum) ->
                "%s would be left with %s lamports, below the minimum of %s".formatted(names.of(account), after, minimum);
        };
    }

    String of(SubmitRefusal refusal) {
        return switch (refusal) {
            case SubmitRefusal.BadTransaction(String detail) -> "not a transaction: " + detail;
            case SubmitRefusal.SignaturesMissing(var signers) -> "the signature of " + names.of(signers) + " is missing";
            case SubmitRefusal.PreflightFailed(TransactionFailure failure, var logs) -> of(failure);
            case SubmitRefusal.OutcomeUnknown(var signature, var fault) ->
                "the chain gave no answer to " + signature + ": " + fault;
        };
    }

    static String of(TransactionFailure failure) {
        return switch (failure) {
            case TransactionFailure.Named(String name) -> "the network says " + name;
            case TransactionFailure.InsufficientFundsForRent(int account) ->
                "account " + account + " would be left below the rent minimum";
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)) ->
                "the program fails instruction %d with %d%s"
                        .formatted(index, code, ProgramError.of(code).map(error -> " " + error.programName()).getOrElse(""));
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Named(String name)) ->
                "instruction " + index + " fails with " + name;
        };
    }
}
