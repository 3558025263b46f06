package encore.query.search;

import encore.kernel.Event;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.likings.LikingsId;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.search.FanCriteria.LabelCriteria;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tags.TagId;
import java.util.List;
import java.util.Random;

/** Generates random events of tags and idols 1 to 4. Label 1 is called "one" until it is renamed. */
final class RandomLabels {

    private static final List<String> NAMES = List.of("none", "one", "two", "three", "four");

    private final Random random;

    RandomLabels(Random random) {
        this.random = random;
    }

    Event event(FanId fan) {
        int label = 1 + random.nextInt(4);
        var idol = new IdolId(RandomFans.ACCOUNT, Integer.toString(label));
        var likings = new LikingsId(fan);
        return switch (random.nextInt(12)) {
            case 0 -> new TagMade(new TagId(RandomFans.ACCOUNT, label), NAMES.get(label));
            case 1 -> new IdolAdded(idol, called(NAMES.get(label)));
            case 2 -> new IdolChanged(idol, called(NAMES.get(label) + random.nextInt(2)));
            case 3 -> random.nextInt(5) > 0 ? new IdolAdded(idol, called(NAMES.get(label))) : new IdolRemoved(idol);
            case 4 -> new RelationBegun(relation());
            case 5 -> new RelationEnded(relation());
            case 6, 7 -> new FanTagsChanged(fan, List.of((long) label), List.of());
            case 8 -> new FanTagsChanged(fan, List.of(), List.of((long) label));
            case 9 -> new FanIdolRemoved(likings, idol.uid());
            default -> new FanIdolAdded(likings, idol.uid(), true);
        };
    }

    private static IdolProfile called(String name) {
        return IdolProfileBuilder.builder().idolName(name).labelNames(List.of()).build();
    }

    private RelationId relation() {
        int one = 1 + random.nextInt(3);
        return RelationId.between(
                random.nextBoolean() ? RelationKind.TAG : RelationKind.IDOL,
                RandomFans.ACCOUNT,
                Integer.toString(one),
                Integer.toString(one + 1));
    }

    LabelCriteria wanted() {
        return new LabelCriteria(
                List.of(NAMES.get(random.nextInt(5)).toUpperCase(java.util.Locale.ROOT), NAMES.get(random.nextInt(5))),
                random.nextBoolean());
    }
}
