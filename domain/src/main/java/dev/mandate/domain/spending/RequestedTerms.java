package dev.mandate.domain.spending;

/** The terms of a spending limit that somebody asks for: those of the chain, or those of the interface. */
public sealed interface RequestedTerms permits LimitTerms, PolicyTerms {}
