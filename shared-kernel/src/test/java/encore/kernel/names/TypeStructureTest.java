package encore.kernel.names;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeStructureTest {

    enum Colour {
        RED,
        BLUE
    }

    record Song(String title, long seconds) {}

    record Album(
            String name,
            List<Song> songs,
            Colour colour,
            @Nullable Album before) {}

    /** The same as {@link Album}, as if every type had been renamed and moved. */
    static final class Elsewhere {

        enum Shade {
            RED,
            BLUE
        }

        record Track(long seconds, String title) {}

        record Record(@Nullable Record before, Shade colour, String name, List<Track> songs) {}
    }

    record AlbumWithYear(
            String name,
            List<Song> songs,
            Colour colour,
            @Nullable AlbumWithYear before,
            int year) {}

    record RenamedComponent(
            String label,
            List<Song> songs,
            Colour colour,
            @Nullable RenamedComponent before) {}

    record OtherType(
            String name,
            List<Song> songs,
            String colour,
            @Nullable OtherType before) {}

    record OtherContainer(
            String name,
            Map<String, Song> songs,
            Colour colour,
            @Nullable OtherContainer before) {}

    enum ThreeColours {
        RED,
        BLUE,
        GREEN
    }

    record OtherEnum(
            String name,
            List<Song> songs,
            ThreeColours colour,
            @Nullable OtherEnum before) {}

    record LongSong(String title, long seconds, boolean live) {}

    record OtherContent(
            String name,
            List<LongSong> songs,
            Colour colour,
            @Nullable OtherContent before) {}

    record NoRecursion(
            String name,
            List<Song> songs,
            Colour colour,
            @Nullable Song before) {}

    @Test
    void renamed_and_moved_types_have_the_same_structure() {
        assertThat(TypeStructure.of(Elsewhere.Record.class)).isEqualTo(TypeStructure.of(Album.class));
    }

    @Test
    void types_that_are_stored_differently_have_different_structures() {
        assertThat(List.of(
                        TypeStructure.of(Album.class),
                        TypeStructure.of(AlbumWithYear.class),
                        TypeStructure.of(RenamedComponent.class),
                        TypeStructure.of(OtherType.class),
                        TypeStructure.of(OtherContainer.class),
                        TypeStructure.of(OtherEnum.class),
                        TypeStructure.of(OtherContent.class),
                        TypeStructure.of(NoRecursion.class)))
                .doesNotHaveDuplicates();
    }

    record Tree(List<Branch> branches) {}

    record Branch(Tree leaves, Branch next) {}

    @Test
    void types_that_hold_themselves_are_described_by_the_distance() {
        assertThat(TypeStructure.of(Tree.class)).isEqualTo("{branches:java.util.List<{leaves:^2,next:^1}>}");
        assertThat(TypeStructure.of(Branch.class)).isEqualTo("{leaves:{branches:java.util.List<^2>},next:^1}");
    }

    record Holder<A, B>(A first, List<B> second) {}

    record Uses(Holder<Song, String> holder) {}

    record UsesTheOtherWay(Holder<String, Song> holder) {}

    record UsesAnother(Holder<Elsewhere.Track, String> holder) {}

    @Test
    void type_arguments_count_and_the_names_of_type_variables_do_not() {
        assertThat(TypeStructure.of(Uses.class))
                .isEqualTo("{holder:{first:$0,second:java.util.List<$1>}"
                        + "<{seconds:long,title:java.lang.String},java.lang.String>}")
                .isEqualTo(TypeStructure.of(UsesAnother.class))
                .isNotEqualTo(TypeStructure.of(UsesTheOtherWay.class));
    }

    sealed interface Media {}

    record Vinyl(int size) implements Media {}

    record Tape(Instant recorded) implements Media {}

    sealed interface Carrier {}

    record Disc(int size) implements Carrier {}

    record Reel(Instant recorded, byte[][] sound) implements Carrier {}

    @Test
    void a_sealed_type_is_described_by_what_it_permits() {
        assertThat(TypeStructure.of(Media.class)).isEqualTo("{}({size:int},{recorded:java.time.Instant})");
        assertThat(TypeStructure.of(Carrier.class))
                .isEqualTo("{}({size:int},{recorded:java.time.Instant,sound:byte[][]})");
    }

    static class Base {
        private static final int STATIC = 1;
        private long number = STATIC;
    }

    static final class Derived extends Base {
        private String text = "";
    }

    record Flat(@JsonUnwrapped Song song) {}

    record Nested(Song song) {}

    @Test
    void classes_have_the_fields_that_they_inherit_and_unwrapped_fields_differ() {
        assertThat(TypeStructure.of(Derived.class)).isEqualTo("{number:long,text:java.lang.String}");
        assertThat(TypeStructure.of(Flat.class)).isNotEqualTo(TypeStructure.of(Nested.class));
    }

    @StoredName("Song")
    record Melody(String title) {}

    @Test
    void a_renamed_type_keeps_its_stored_name() {
        assertThat(StoredNames.of(Melody.class)).isEqualTo("Song");
        assertThat(StoredNames.of(Song.class)).isEqualTo("Song");
    }

    record AlbumWithLabel(
            String name,
            List<Song> songs,
            Colour colour,
            @Nullable AlbumWithLabel before,
            @AddedLater @Nullable Song hidden) {}

    @Test
    void a_component_that_was_added_later_is_left_out() {
        assertThat(TypeStructure.of(AlbumWithLabel.class)).isEqualTo(TypeStructure.of(Album.class));
    }
}
