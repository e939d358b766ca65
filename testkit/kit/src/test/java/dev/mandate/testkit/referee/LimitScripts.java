package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.solana.squadsv4.instruction.SpendingLimitUse;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import io.vavr.control.Option;

/** Generates uses of spending limits. */
final class LimitScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final SeededChoices choices;
    private final MultisigView view;

    LimitScripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
    }

    SquadsInstruction use() {
        Address at = view.someLimit(choices);
        Option<LimitTerms> limit = view.limitAt(at).map(found -> found.limit().terms());
        Address mint = limit.map(it -> it.token().mintAddress()).getOrElse(Address.ZERO);
        boolean sol = mint.equals(Address.ZERO) != choices.percent(4);
        Address named = choices.percent(95) && !mint.equals(Address.ZERO) ? mint : choices.among(ComparisonAccounts.MINTS);
        int vaultIndex = limit.map(LimitTerms::vaultIndex).getOrElse(0);
        Address vault = ComparisonAccounts.vault(view.number, vaultIndex);
        Address member = limit.map(
                        it -> choices.percent(90) && !it.signers().isEmpty() ? choices.among(it.signers()) : choices.person())
                .getOrElse(choices::person);
        Address to = limit.map(it -> choices.percent(80) && !it.destinations().isEmpty()
                        ? choices.among(it.destinations())
                        : choices.person())
                .getOrElse(choices::person);
        if (choices.percent(4)) {
            to = vault;
        }
        Address receiver = to;
        return new SpendingLimitUse(
                view.address,
                member,
                at,
                vault,
                receiver,
                sol != choices.percent(3),
                choices.maybe(sol ? 2 : 97, () -> named),
                choices.maybe(sol ? 2 : 97, () -> ComparisonAccounts.tokens(vault, named)),
                choices.maybe(
                        sol ? 2 : 97, () -> ComparisonAccounts.tokens(receiver,
                                choices.percent(97) ? named : choices.among(ComparisonAccounts.MINTS))),
                choices.maybe(sol ? 2 : 97, () -> dev.mandate.solana.programs.TokenProgram.TOKEN.id()),
                BaseUnits.ofUnsignedBits(choices.of(0L, 1L, 500L, 1_000L, 20_000L, 900_000L, 1_000_000_000L, -1L)),
                choices.percent(95) ? (sol ? 9 : ComparisonAccounts.DECIMALS) : choices.below(12),
                NO_MEMO);
    }
}
