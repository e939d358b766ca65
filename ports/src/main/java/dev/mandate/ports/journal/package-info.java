/**
 * What the engine needs of its memory: append-only events per stream, the rows that they add up to, answers already given,
 * and messages to be sent, all committed as one.
 */
@NullMarked
package dev.mandate.ports.journal;

import org.jspecify.annotations.NullMarked;
