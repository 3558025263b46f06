package encore.api.listednames;

import org.jspecify.annotations.Nullable;

/**
 * A thing that was found by its name.
 *
 * @param id the id as a text, also where it is a number
 * @param about what distinguishes it from things of the same name: a type, a day, a city; null if nothing does
 */
record FoundThing(
        ThingKind kind, String id, String name, @Nullable String about) {}
