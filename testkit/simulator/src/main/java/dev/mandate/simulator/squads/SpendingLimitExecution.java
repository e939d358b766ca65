package dev.mandate.simulator.squads;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.simulator.squads.anchor.AccountList;
import dev.mandate.simulator.squads.anchor.AnchorCode;
import dev.mandate.simulator.squads.anchor.Arguments;
import dev.mandate.simulator.squads.anchor.Constraint;
import dev.mandate.simulator.squads.anchor.Stored;
import dev.mandate.simulator.squads.anchor.TokenInterface;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;

/** {@code spending_limit_use}. */
final class SpendingLimitExecution {

    private final Invocation invocation;
    private final Stored<MultisigAccount> multisig;
    private final RunningAccount member;
    private final Stored<SpendingLimitAccount> limit;
    private final RunningAccount vault;
    private final RunningAccount destination;
    private final boolean systemProgram;
    private final Option<RunningAccount> mint;
    private final Option<RunningAccount> vaultTokens;
    private final Option<RunningAccount> destinationTokens;
    private final Option<RunningAccount> tokenProgram;

    private record Args(long amount, int decimals) {
        static Args read(ByteReader in) {
            return new Args(in.u64(), in.u8());
        }
    }

    private SpendingLimitExecution(Invocation invocation) {
        AccountList accounts = new AccountList(invocation);
        this.invocation = invocation;
        this.multisig = accounts.stored(MultisigAccount::decode);
        this.member = accounts.signer();
        this.limit = accounts.stored(SpendingLimitAccount::decode);
        this.vault = accounts.unchecked();
        this.destination = accounts.unchecked();
        this.systemProgram = accounts.optionalSystemProgram();
        this.mint = accounts.optional().map(TokenInterface::requireMint);
        this.vaultTokens = accounts.optional().map(TokenInterface::requireTokenAccount);
        this.destinationTokens = accounts.optional().map(TokenInterface::requireTokenAccount);
        this.tokenProgram = accounts.optional().map(TokenInterface::requireProgram);
    }

    static void run(Invocation invocation) {
        Args args = Arguments.readWithMemo(invocation.data(), Args::read);
        new SpendingLimitExecution(invocation).run(args);
    }

    private void run(Args args) {
        requireConstraints();
        SmartAccount account =
                Rules.account(multisig.content()).withLimit(limit.address(), limit.content().limit());
        Either<Refusal, Seq<Event>> decided = Rules.ask(
                account,
                new Command.Spend(
                        member.address(), limit.address(), destination.address(), BaseUnits.ofUnsignedBits(args.amount())),
                invocation.now().time());
        // The program checks the mint after the member's right to spend and before the destination.
        if (decided.isLeft() && decided.getLeft() instanceof Refusal.NotSpent(SpendingRefusal.NotEntitled not)) {
            throw Rules.abort(decided.getLeft());
        }
        Token token = limit.content().limit().terms().token();
        requireMint(token);
        SmartAccount after = Rules.after(account, decided);
        invocation.invoke(payment(token, args), Set.of(vault.address()));
        limit.write(new SpendingLimitAccount(
                SquadsAccounts.settings(multisig), after.limits().get(limit.address()).get(), limit.content().bump()));
    }

    private void requireConstraints() {
        LimitTerms terms = limit.content().limit().terms();
        SquadsAccounts.requireAddress(multisig);
        Constraint.seeds(limit.view(), SquadsAccounts.ADDRESSES.spendingLimit(SquadsAccounts.settings(multisig), terms.createKey()));
        Constraint.mut(limit.view());
        Constraint.seeds(vault, SquadsAccounts.ADDRESSES.vault(SquadsAccounts.settings(multisig), terms.vaultIndex()));
        Constraint.mut(vault);
        Constraint.mut(destination);
        vaultTokens.forEach(tokens -> requireHolds(tokens, vault));
        destinationTokens.forEach(tokens -> requireHolds(tokens, destination));
    }

    private void requireHolds(RunningAccount tokens, RunningAccount owner) {
        Constraint.mut(tokens);
        Address expected = mint.getOrElseThrow(AnchorCode.CONSTRAINT_ACCOUNT_IS_NONE::abort)
                .address();
        TokenInterface.requireHolds(tokens, expected, owner.address());
    }

    private void requireMint(Token token) {
        switch (token) {
            case Token.Sol sol -> {
                if (mint.isDefined()) {
                    throw Rules.error(ProgramError.INVALID_MINT);
                }
            }
            case Token.Mint(Address wanted) -> {
                // The program does not check that the mint is present, and panics if it is absent.
                RunningAccount passed = mint.getOrElseThrow(() -> ProgramAbort.named("ProgramFailedToComplete"));
                if (!passed.address().equals(wanted)) {
                    throw Rules.error(ProgramError.INVALID_MINT);
                }
            }
        }
    }

    private Instruction payment(Token token, Args args) {
        BaseUnits amount = BaseUnits.ofUnsignedBits(args.amount());
        return switch (token) {
            case Token.Sol sol -> {
                if (!systemProgram) {
                    throw Rules.error(ProgramError.MISSING_ACCOUNT);
                }
                if (args.decimals() != Token.Sol.DECIMALS) {
                    throw Rules.error(ProgramError.DECIMALS_MISMATCH);
                }
                yield SystemProgram.transfer(vault.address(), destination.address(), amount);
            }
            case Token.Mint(Address wanted) -> {
                Address from = address(vaultTokens);
                Address to = address(destinationTokens);
                Instruction transfer =
                        TokenProgram.TOKEN.transferChecked(from, wanted, to, vault.address(), amount, args.decimals());
                yield new Instruction(address(tokenProgram), transfer.accounts(), transfer.data());
            }
        };
    }

    private static Address address(Option<RunningAccount> passed) {
        return passed.getOrElseThrow(() -> Rules.error(ProgramError.MISSING_ACCOUNT))
                .address();
    }
}
