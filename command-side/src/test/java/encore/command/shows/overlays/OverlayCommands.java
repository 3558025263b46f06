package encore.command.shows.overlays;

import encore.command.RandomCommands;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayCommand.AddCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ReadOverlay;
import encore.kernel.shows.overlays.OverlayCommand.RemoveOverlay;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.overlays.OverlaysId;
import java.util.Random;

class OverlayCommands implements RandomCommands {

    private static final OverlaysId OVERLAYS = new OverlaysId(new CampaignId(7, 100));

    @Override
    public Class<?> aggregate() {
        return Overlays.class;
    }

    @Override
    public Command<?> next(Random random) {
        String uid = "o" + random.nextInt(5);
        Overlay overlay = OverlayBuilder.builder(Overlay.ofUid(uid))
                .overlayType(random.nextInt(4) == 0 ? OverlayType.BANNER : OverlayType.STATIC)
                .overlayPublicName("Name " + random.nextInt(3))
                .sponsorMediaUid(random.nextBoolean() ? "m1" : null)
                .build();
        return switch (random.nextInt(5)) {
            case 0 -> new ChangeCheckedOverlay(OVERLAYS, Patch.of(overlay));
            case 1 -> new RemoveOverlay(OVERLAYS, uid);
            case 2 -> new ReadOverlay(OVERLAYS, uid);
            default -> new AddCheckedOverlay(OVERLAYS, overlay);
        };
    }
}
