package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitUse;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import io.vavr.control.Option;

/** Uses of spending limits. */
final class LimitScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final Dice dice;
    private final View view;

    LimitScripts(Dice dice, View view) {
        this.dice = dice;
        this.view = view;
    }

    SquadsInstruction use() {
        Address at = view.someLimit(dice);
        Option<LimitTerms> limit = view.limitAt(at).map(found -> found.limit().terms());
        Address mint = limit.map(it -> it.token().mintAddress()).getOrElse(Address.ZERO);
        boolean sol = mint.equals(Address.ZERO) != dice.percent(4);
        Address named = dice.percent(95) && !mint.equals(Address.ZERO) ? mint : dice.among(Stage.MINTS);
        int vaultIndex = limit.map(LimitTerms::vaultIndex).getOrElse(0);
        Address vault = Stage.vault(view.number, vaultIndex);
        Address member = limit.map(
                        it -> dice.percent(90) && !it.signers().isEmpty() ? dice.among(it.signers()) : dice.person())
                .getOrElse(dice::person);
        Address to = limit.map(it -> dice.percent(80) && !it.destinations().isEmpty()
                        ? dice.among(it.destinations())
                        : dice.person())
                .getOrElse(dice::person);
        if (dice.percent(4)) {
            to = vault;
        }
        Address receiver = to;
        return new SpendingLimitUse(
                view.address,
                member,
                at,
                vault,
                receiver,
                sol != dice.percent(3),
                dice.maybe(sol ? 2 : 97, () -> named),
                dice.maybe(sol ? 2 : 97, () -> Stage.tokens(vault, named)),
                dice.maybe(
                        sol ? 2 : 97, () -> Stage.tokens(receiver, dice.percent(97) ? named : dice.among(Stage.MINTS))),
                dice.maybe(sol ? 2 : 97, () -> dev.mandate.solana.programs.TokenProgram.TOKEN.id()),
                dice.of(0L, 1L, 500L, 1_000L, 20_000L, 900_000L, 1_000_000_000L, -1L),
                dice.percent(95) ? (sol ? 9 : Stage.DECIMALS) : dice.below(12),
                NO_MEMO);
    }
}
