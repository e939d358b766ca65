package dev.mandate.domain.explain;

import dev.mandate.domain.money.BaseUnits;

/** How much moves, in base units. */
public sealed interface MoneyAmount {

    record Exact(BaseUnits amount) implements MoneyAmount {}

    record AtMost(BaseUnits amount) implements MoneyAmount {}

    /** The bytes do not tell: rent, what an account holds, or what a program decides. */
    record Unknown() implements MoneyAmount {}
}
